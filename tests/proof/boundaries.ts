import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countDueSubscribers } from '#app/domain/creators/count-due-subscribers.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { HASH, usePaymentFixture } from '#tests/support/payments.ts'
import { CommandProcesses } from './command-processes.ts'
import { type Flow, FLOWS } from './flows.ts'
import { isLongRun, keepFigures } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'
import { PLANTED } from './planted-flow.ts'
import { type Ended, Stage } from './play-flow.ts'
import { pointsOf, describeCut } from './points.ts'
import type { Snapshot } from './snapshot.ts'

/** The flows move the clock past the ends of rights, which a scheduled task counts within seconds. */
async function breachesNow(): Promise<string[]> {
  await countDueSubscribers()
  return listBreaches()
}

/** Half of the flows; two test files kill one half each, so that they run in parallel. */
export function testBoundaries(half: 0 | 1): void {
  const fixture = usePaymentFixture({ max: 10 })
  const counted = { flows: 0, messages: 0, kills: 0 }
  let stage: Stage

  beforeAll(async () => {
    const processes = new CommandProcesses({
      databaseUrl: fixture.serverUrl(),
      gatewayUrl: new URL(fixture.baseUrl()).origin,
      gatewayKey: fixture.key,
      webhookHash: HASH,
    })
    stage = new Stage(fixture, processes)
    await readClock()
  })
  afterAll(() => stage.close())

  describe('the server dies before or after any message between it, the database and the gateway', () => {
    test.each(FLOWS[half].map((flow) => [flow.proves, flow.name, flow] as const))(
      '%s while %s: nothing is lost and nothing happens twice',
      { timeout: 3_600_000 },
      async (_, __, flow) => {
        const whole = await stage.play(flow, null)
        expect(whole.messages.length, 'messages of the flow').toBeGreaterThan(2)
        for (const cut of pointsOf(flow.name, whole.messages.length)) {
          const killed = await stage.play(flow, cut)
          expect(endOf(flow, killed), `killed ${describeCut(cut, killed.messages)}`).toEqual(endOf(flow, whole))
          counted.kills += 1
        }
        if (isLongRun) expect(await breachesNow()).toEqual([])
        counted.flows += 1
        counted.messages += whole.messages.length
      },
    )

    test('every invariant holds after all of them', { timeout: 60_000 }, async () => {
      expect(await breachesNow()).toEqual([])
    })

    // Once is enough.
    if (half === 0)
      test('a command that does its work twice is detected', { timeout: 600_000 }, async () => {
        const whole = await stage.play(PLANTED, null)
        // The last message commits: a caller who does not get the answer asks again.
        const { snapshot } = await stage.play(PLANTED, { at: whole.messages.length, when: 'after' })
        expect(snapshot).not.toEqual(whole.snapshot)
      })

    afterAll(() => keepFigures(`boundaries-${half}`, { ...counted, points: isLongRun ? 'all' : 'sample' }))
  })
}

function endOf(flow: Flow, { snapshot }: Ended): Snapshot {
  return Object.fromEntries(Object.entries(snapshot).filter(([what]) => !flow.otherWays?.test(what)))
}
