import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { log } from '#app/platform/log.server.ts'
import { noteChargeback } from './internal/note-chargeback.server.ts'
import { tellGateway } from './internal/tell-gateway.server.ts'
import { listUntold, warnOfDue } from './internal/open-chargebacks.server.ts'

const MOST_PAGES = 100

/**
 * Sweep: reads the gateway's list of chargebacks and acts on what is new in it, each once. Answers that the gateway may not have heard
 * are given again, and somebody is told before an answer is due. Returns how many rows were read.
 */
export async function readChargebacks(): Promise<number> {
  const gateway = paymentGateway()
  let read = 0
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await gateway.listChargebacks(page)
    if (answer.kind !== 'ok') {
      log.warn({ outcome: answer.kind }, 'chargebacks could not be read; they are asked for again')
      break
    }
    for (const shown of answer.value.chargebacks) {
      try {
        await noteChargeback(gateway.name, shown)
        read += 1
      } catch (error) {
        log.error({ err: error, chargeback: shown.chargebackId }, 'a chargeback could not be noted')
      }
    }
    if (!answer.value.more) break
  }
  for (const id of await listUntold()) await tellGateway(id)
  await warnOfDue()
  return read
}
