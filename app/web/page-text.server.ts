/** A page as a response without a stream, which costs more than compressing the page: its readers take the text. Its `body` is null. */
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
