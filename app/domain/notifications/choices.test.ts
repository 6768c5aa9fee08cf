import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHANNELS,
  choiceField,
  choicesInForce,
  choicesOfForm,
  kindsFor,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
} from './choices.ts'

describe('notification choices', () => {
  test('NOTIFY-01 fans get the choices for fans, creators all choices', () => {
    expect(kindsFor('fan')).toEqual(['creator_live', 'new_post', 'message', 'payment', 'booking'])
    expect(kindsFor('creator')).toEqual([...NOTIFICATION_KINDS])
  })

  test('NOTIFY-01 mails about money, bookings and reviews can not be switched off', () => {
    const stored = NOTIFICATION_KINDS.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel, wanted: false })))
    const inForce = choicesInForce('creator', stored)
    for (const { kind, email, push } of inForce) {
      const must = ['payment', 'booking', 'payout', 'review_result'].includes(kind)
      expect(email).toEqual({ wanted: must, always: must })
      expect(push).toEqual({ wanted: false, always: false })
    }
  })

  test('NOTIFY-01 the standard applies where nobody chose, and an unknown row changes nothing', () => {
    const rows = [{ kind: 'gossip', channel: 'pigeon', wanted: true }]
    for (const { kind, email, push } of choicesInForce('fan', rows))
      expect({ email: email.wanted, push: push.wanted }).toEqual(NOTIFICATIONS[kind].standard)
  })

  test('NOTIFY-01 a form stores each choice that can be made, and no other, whatever it sends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('fan', 'creator'),
        fc.array(fc.string()),
        fc.subarray([...NOTIFICATION_KINDS]),
        (userType, noise, kinds) => {
          const ticked = new Set([...noise, ...kinds.map((kind) => choiceField(kind, 'push'))])
          const choices = choicesOfForm(userType, ticked)
          const inForce = choicesInForce(userType, choices)
          for (const choice of choices) {
            expect(kindsFor(userType)).toContain(choice.kind)
            expect(NOTIFICATIONS[choice.kind].always).not.toContain(choice.channel)
          }
          for (const { kind, push } of inForce) expect(push.wanted).toBe(kinds.includes(kind))
        },
      ),
    )
  })
})
