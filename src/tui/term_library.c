#include "term_library.h"

#include <dlfcn.h>
#include <string.h>

struct term_library lib;

static bool load(void *to, const char *name)
{
	void *found = dlsym(lib.handle, name);

	memcpy(to, &found, sizeof(found));
	return found;
}

#define LOAD(name) load(&lib.name, #name)

bool term_library_load(void)
{
	lib.handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	return lib.handle && LOAD(setupterm) && LOAD(tigetstr) &&
	       LOAD(del_curterm) && LOAD(newterm) && LOAD(delscreen) &&
	       LOAD(set_escdelay) &&
	       LOAD(cbreak) && LOAD(noecho) && LOAD(nonl) && LOAD(keypad) &&
	       LOAD(intrflush) && LOAD(nodelay) && LOAD(has_colors) &&
	       LOAD(start_color) && LOAD(use_default_colors) &&
	       LOAD(init_pair) && LOAD(mousemask) && LOAD(mouseinterval) &&
	       LOAD(getmouse) && LOAD(wget_wch) && LOAD(wmove) &&
	       LOAD(werase) && LOAD(wattr_set) && LOAD(waddnwstr) &&
	       LOAD(wrefresh) && LOAD(wclear) && LOAD(curs_set) &&
	       LOAD(resizeterm) && LOAD(define_key) &&
	       LOAD(key_defined) && LOAD(endwin) &&
	       load(&lib.window, "stdscr") &&
	       load(&lib.terminal, "cur_term") && load(&lib.colors, "COLORS");
}
