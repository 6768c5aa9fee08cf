import { config } from '#app/platform/config.server.ts'

/** Uses one of the simulated gateway's controls; throws where it refuses. */
export async function tellSimulator(what: 'balance' | 'scenario' | 'pay', body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${config().simulatorPort}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the simulator refused a ${what}: ${answer.status} ${await answer.text()}`)
}
