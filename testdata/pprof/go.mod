module example.org/burn

go 1.19
