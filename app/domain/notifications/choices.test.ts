import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHANNELS, TOPIC_NAMES, TOPICS } from '#app/domain/events/topics.ts'
import { choiceField, choicesInForce, choicesOfForm, topicsFor } from './choices.ts'

describe('notification choices', () => {
  test('NOTIFY-01 fans get the choices for fans, creators all choices', () => {
    expect(topicsFor('fan')).toEqual([
      'creator_live',
      'new_post',
      'message',
      'comment',
      'payment',
      'custom_request',
      'report',
    ])
    expect(topicsFor('creator')).toEqual(TOPIC_NAMES.filter((topic) => topic !== 'booking'))
  })

  test('NOTIFY-01 mails about money, bookings and reviews can not be switched off', () => {
    const stored = TOPIC_NAMES.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel, wanted: false })))
    const inForce = choicesInForce('creator', stored)
    for (const { kind, email, push } of inForce) {
      const must = ['payment', 'custom_request', 'payout', 'review_result'].includes(kind)
      expect(email).toEqual({ wanted: must, always: must })
      expect(push).toEqual({ wanted: false, always: false })
    }
  })

  test('NOTIFY-01 the standard applies where nobody chose, and an unknown row changes nothing', () => {
    const rows = [{ kind: 'gossip', channel: 'pigeon', wanted: true }]
    for (const { kind, in_app, email, push } of choicesInForce('fan', rows))
      expect({ in_app: in_app.wanted, email: email.wanted, push: push.wanted }).toEqual(TOPICS[kind].standard)
  })

  test('NOTIFY-01 a form stores each choice that can be made, and no other, whatever it sends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('fan', 'creator'),
        fc.array(fc.string()),
        fc.subarray([...TOPIC_NAMES]),
        (userType, noise, kinds) => {
          const ticked = new Set([...noise, ...kinds.map((kind) => choiceField(kind, 'push'))])
          const choices = choicesOfForm(userType, ticked)
          const inForce = choicesInForce(userType, choices)
          for (const choice of choices) {
            expect(topicsFor(userType)).toContain(choice.kind)
            expect(TOPICS[choice.kind].always).not.toContain(choice.channel)
          }
          for (const { kind, push } of inForce) expect(push.wanted).toBe(kinds.includes(kind))
        },
      ),
    )
  })
})
