// main.go - profiles of a Go program, as its runtime writes them
//
//	burn DIR base|test
//
// Writes DIR/base.cpu.pb.gz (samples and nanoseconds; labels "kind" and
// "round") and DIR/base.heap.pb.gz (four values a sample), or the same of test,
// where hashing takes twice the rounds, sorting half of them, and reversing is
// new.
package main

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sort"
	"strconv"
)

var kept [][]byte

//go:noinline
func hashing(data []byte, rounds int) byte {
	sum := sha256.Sum256(data)
	for i := 0; i < rounds; i++ {
		sum = sha256.Sum256(append(sum[:], data...))
	}
	return sum[0]
}

//go:noinline
func sorting(rounds int) int {
	numbers := make([]int, 20000)
	for i := 0; i < rounds; i++ {
		for j := range numbers {
			numbers[j] = (j * 7919) % 20011
		}
		sort.Slice(numbers, func(a, b int) bool {
			return numbers[a] < numbers[b]
		})
	}
	return numbers[0]
}

//go:noinline
func reversing(data []byte, rounds int) {
	for i := 0; i < rounds; i++ {
		for a, b := 0, len(data)-1; a < b; a, b = a+1, b-1 {
			data[a], data[b] = data[b], data[a]
		}
	}
}

func keeping(n int) {
	for i := 0; i < n; i++ {
		kept = append(kept, make([]byte, 64<<10))
	}
}

func labelled(kind string, round int, work func()) {
	labels := pprof.Labels("kind", kind, "round", strconv.Itoa(round))
	pprof.Do(context.Background(), labels, func(context.Context) { work() })
}

func create(name string) *os.File {
	file, err := os.Create(filepath.Join(os.Args[1], os.Args[2]+name))
	if err != nil {
		panic(err)
	}
	return file
}

func main() {
	data := make([]byte, 1<<20)
	hashes, sorts, reverses := 60, 30, 0
	if os.Args[2] == "test" {
		hashes, sorts, reverses = 120, 15, 300
	}
	cpu := create(".cpu.pb.gz")
	pprof.StartCPUProfile(cpu)
	for round := 0; round < 4; round++ {
		labelled("hash", round, func() { hashing(data, hashes) })
		labelled("sort", round, func() { sorting(sorts) })
		labelled("reverse", round, func() { reversing(data, reverses) })
		keeping(hashes)
	}
	pprof.StopCPUProfile()
	cpu.Close()
	runtime.GC()
	heap := create(".heap.pb.gz")
	pprof.WriteHeapProfile(heap)
	heap.Close()
}
