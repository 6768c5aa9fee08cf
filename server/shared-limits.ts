import { shareAmongProcesses } from '#app/platform/processes.server.ts'
import { type Rate, RateLimits } from '#app/platform/rate-limit.ts'

type Admitted = [key: string, perSecond: number]

/** The rate limits of this process; with several web processes each also counts what the others have admitted. */
export class SharedLimits extends RateLimits {
  #tell = shareAmongProcesses<Admitted>('admitted', (admitted) => this.add(...admitted))

  override take(key: string, rate: Rate): number {
    const wait = super.take(key, rate)
    if (wait === 0) this.#tell([key, rate.perSecond])
    return wait
  }
}
