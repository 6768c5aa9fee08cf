import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { USUAL_RATES } from '#app/domain/settings/constants.ts'
import { newId } from '#app/platform/id.ts'
import type { Who } from '../model.ts'
import { command, expectKind } from './step.ts'

const PRICE = USUAL_RATES.messageMinor

/** A fan's message, sent twice at once by one page: paid once, or not stored. A stranger's to the same creator is refused. */
export const sendTwice = (creator: Who) =>
  command('a message', {
    description: `creator ${creator}`,
    run: async (model, real) => {
      const message = {
        to: { creatorId: real.world.creators[creator].id },
        text: 'Hello',
        clientId: newId(),
        shownMinor: PRICE,
        confirmed: true,
      }
      const answers = await Promise.all([1, 2].map(() => sendMessage(real.world.fans[0], message)))
      const paid = model.wallet[0] >= PRICE
      for (const one of answers) expectKind(one, paid ? 'ok' : 'balance_too_small')
      expectKind(await sendMessage(null, message), 'not_permitted')
      if (paid) model.message(creator, PRICE)
    },
  })
