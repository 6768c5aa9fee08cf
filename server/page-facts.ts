import type { IncomingMessage } from 'node:http'

/** The header fields that decide which cached page a request gets. */
export type PageFacts = { cookie: string; acceptEncoding: string; ifNoneMatch: string; saveData: boolean }

/** Reads them from the raw headers: building the whole table of headers costs more than answering from the cache. */
export function readPageFacts(request: IncomingMessage): PageFacts {
  const facts: PageFacts = { cookie: '', acceptEncoding: '', ifNoneMatch: '', saveData: false }
  const lines = request.rawHeaders
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index]!
    const value = lines[index + 1]!
    // Most names differ by their length alone.
    if (name.length === 6 && name.toLowerCase() === 'cookie')
      facts.cookie = facts.cookie ? `${facts.cookie}; ${value}` : value
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding') facts.acceptEncoding = value
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match') facts.ifNoneMatch = value
    else if (name.length === 9 && name.toLowerCase() === 'save-data') facts.saveData = value === 'on'
  }
  return facts
}
