/** The order after `moved` is let go on `target`: it takes that place, and those between move up or down by one. */
export function movedOrder(order: readonly string[], moved: string, target: string): string[] {
  const place = order.indexOf(target)
  const others = order.filter((id) => id !== moved)
  return place < 0 || others.length === order.length
    ? [...order]
    : [...others.slice(0, place), moved, ...others.slice(place)]
}
