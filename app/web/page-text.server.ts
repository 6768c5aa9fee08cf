/** A text as a response without a stream, which costs more than compressing a page: its readers take the text. Its `body` is null. */
class PageResponse extends Response {
  readonly page: string

  constructor(page: string, init: ResponseInit) {
    super(null, init)
    this.page = page
  }

  override text(): Promise<string> {
    return Promise.resolve(this.page)
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.page).arrayBuffer()
  }
}

/** A response with a page. */
export function pageResponse(page: string, init: ResponseInit): Response {
  return new PageResponse(page, init)
}

/** A response for the script of a page that asks often. Bytes and numbers beyond 2^53 are made text before. */
export function jsonResponse(value: unknown, status = 200): Response {
  return new PageResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

/** The text of such a response; null for one with a stream. */
export function textOf(response: Response): string | null {
  return response instanceof PageResponse ? response.page : null
}

/** What a response sends, whole. */
export async function wholeBody(response: Response): Promise<Buffer> {
  return response instanceof PageResponse ? Buffer.from(response.page) : Buffer.from(await response.arrayBuffer())
}

/** The same response with another status. */
export function withStatus(response: Response, status: number): Response {
  const { headers } = response
  return response instanceof PageResponse
    ? pageResponse(response.page, { status, headers })
    : new Response(response.body, { status, headers })
}
