/*
 * rescue.h - the terminal as it was, whatever happens
 */
#ifndef RESCUE_H
#define RESCUE_H

#include <stdbool.h>

#define RESCUE_MAX 256

/* Remember how the terminal FD is, and TEXT, which ends what was begun there. */
void rescue_remember(int fd, const char *text);
void rescue_forget(void);
/* As it was remembered; may be called from a signal handler. */
void rescue_now(void);

/* Listen to signals: those that end, stop and resize become bytes of a pipe. */
int rescue_listen(void);	/* its descriptor */
void rescue_ignore(void);	/* as before */
/* The signal that came, 0 if none did. */
int rescue_signal(void);

#endif
