import { Agent, get } from 'node:http'

/**
 * Sends so many requests a second whether or not earlier ones were answered, and returns how long each took from the moment it was due, in
 * milliseconds. A server that stalls makes all requests due meanwhile slow, as people would experience it.
 */
export async function steadily(
  pace: { perSecond: number; seconds: number },
  send: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const began = performance.now()
  const waiting: Promise<number>[] = []
  for (let index = 0; index < pace.perSecond * pace.seconds; index += 1) {
    const due = began + (index * 1_000) / pace.perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    waiting.push(send(index).then(() => performance.now() - due))
  }
  return Promise.all(waiting)
}

/** The same page, requested again and again. */
export async function steadyLatencies(
  url: string,
  options: { perSecond: number; seconds: number; headers: Record<string, string> },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const latencies = await steadily(options, () => ask(url, options.headers, agent))
  agent.destroy()
  return latencies
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    }).on('error', reject)
  })
}
