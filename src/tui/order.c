/*
 * order.c - the orders that rows can be in
 */
#include "browsing.h"

/* In the order of the key that goes through them. */
const struct order diff_orders[] = {
	{ SORT_DELTA, "delta", "delta" },
	{ SORT_MAGNITUDE, "magnitude", "delta" },
	{ SORT_PERCENT, "percent", "percent" },
	{ SORT_BASE, "base", "base" },
	{ SORT_TEST, "test", "test" },
	{ SORT_SHARE, "share", "share" },
	{ SORT_SIGNIFICANCE, "significance", "mark" },
	{ SORT_SURE, "sure", "ci" },
	{ SORT_NAME, "name", "key" },
	{ .name = NULL },
};

const struct order listing_orders[] = {
	{ SORT_COUNT, "count", "count" },
	{ SORT_LOAD, "load", "load" },
	{ SORT_ADDRESS, "address", "address" },
	{ SORT_NAME, "name", "key" },
	{ .name = NULL },
};

static const struct order *orders_of(const struct list *list)
{
	return list->data->views[list->at].diff ? diff_orders : listing_orders;
}

bool order_is_known(const struct list *list, enum sort_key key)
{
	const struct diff *diff = list->data->views[list->at].diff;

	if (!diff)
		return key == SORT_COUNT || key == SORT_LOAD ||
		       key == SORT_ADDRESS || key == SORT_NAME;
	switch (key) {
	case SORT_COUNT:
	case SORT_LOAD:
	case SORT_ADDRESS:
		return false;
	case SORT_SIGNIFICANCE:
	case SORT_SURE:
		return diff->significance && !diff->stated;
	case SORT_SHARE:
		return !diff->stated;
	default:
		return true;
	}
}

const struct order *order_of(const struct list *list)
{
	const struct order *orders = orders_of(list), *order = orders;

	while (order->name && order->key != list->choose.sort)
		order++;
	return order->name ? order : orders;
}

void order_next(struct list *list)
{
	const struct order *order = order_of(list);

	do {
		order++;
		if (!order->name)
			order = orders_of(list);
	} while (!order_is_known(list, order->key));
	list->choose.sort = order->key;
}
