/** Answers a request with 404. */
export function notFound(): never {
  throw new Response('Not found', { status: 404 })
}

/** What was found; answers 404 for null. */
export function orNotFound<Found>(found: Found | null | undefined): Found {
  return found ?? notFound()
}
