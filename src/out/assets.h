/*
 * assets.h - the style sheets and the script of html/, as text
 *
 * The Makefile makes them of the files of these names, and the sums that a
 * Content-Security-Policy names them by.
 */
#ifndef ASSETS_H
#define ASSETS_H

extern const char asset_picture_css[], asset_report_css[], asset_report_js[];
extern const char asset_annotated_css[];

/* 'sha256-...' of picture.css and report.css in one piece, and of report.js. */
extern const char asset_style_sum[], asset_script_sum[];

#endif
