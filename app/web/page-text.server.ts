const texts = new WeakMap<Response, string>()

/** A response with a page. The HTTP entry reads the page from here: a response's own body costs a stream and a copy. */
export function pageResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** What a response sends, whole. */
export async function wholeBody(response: Response): Promise<Buffer> {
  const text = texts.get(response)
  return text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text)
}
