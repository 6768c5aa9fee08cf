import { expect, test } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { sendMedia } from '#app/domain/chat/send-media.server.ts'
import { setWelcome } from '#app/domain/chat/set-welcome.server.ts'
import { unsendMassMessage } from '#app/domain/chat/unsend-mass-message.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { runJob, runTask } from '#app/jobs.server.ts'
import { newId } from '#app/platform/id.ts'
import { usePaymentFixture } from './support/payments.ts'
import { accepted, addReadyMedium } from './support/requests.ts'
import { fillWallet } from './support/spending.ts'

const fixture = usePaymentFixture({ max: 8 })

type Read = () => Promise<unknown>

/** One task or job: its effect is missing before, it is run by its name, and its effect is there. */
async function effect(due: () => Promise<{ read: Read; run: () => Promise<void> }>, before: unknown, after: unknown) {
  const { read, run } = await due()
  expect(await read()).toEqual(before)
  await run()
  expect(await read()).toEqual(after)
}
function task(
  name: string,
  due: (run: () => Promise<void>) => ReturnType<Parameters<typeof effect>[0]>,
  ...states: [unknown, unknown]
) {
  test(`the scheduled task “${name}” does its work`, () => effect(() => due(() => runTask(name)), ...states))
}
function job(name: string, due: Parameters<typeof effect>[0], ...states: [unknown, unknown]) {
  test(`the job “${name}” does its work`, () => effect(due, ...states))
}

async function aSubscription(): Promise<{ creator: Person; fan: Person }> {
  const { creatorId } = await fixture.lockedPost()
  const creator: Person = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await setFollowing(fan, creator.id, true)
  return { creator, fan }
}
const bodies = (creator: Person) => async () =>
  (await fixture.all<{ body: string }>('select body from chat_messages where sender_id = $1', [creator.id])).map(
    ({ body }) => body,
  )

async function aMessage(creator: Person): Promise<string> {
  const made = await createMassMessage(creator, {
    text: 'To all',
    clientId: newId(),
    audience: { kind: 'subscribers' },
    sendAt: null,
    files: null,
  })
  if (!made.ok) throw new Error(made.refusal.kind)
  return made.value.id
}
async function aStartedMessage() {
  const { creator } = await aSubscription()
  const massId = await aMessage(creator)
  await runTask('start messages to many')
  return { creator, massId }
}

task(
  'start messages to many',
  async (run) => {
    const massId = await aMessage((await aSubscription()).creator)
    const read = async () =>
      (await fixture.one<{ state: string }>('select state from mass_messages where id = $1', [massId])).state
    return { read, run }
  },
  'scheduled',
  'sending',
)

const becomeReady = (mediaId: string) =>
  fixture.owner().query(`update media set state = 'ready' where id = $1`, [mediaId])

task(
  'send messages whose files are ready',
  async (run) => {
    const { creator, massId } = await aStartedMessage()
    await runJob('deliver_mass_message', { massId, after: null })
    const { id: threadId } = await fixture.one<{ id: string }>('select id from chat_threads where creator_id = $1', [
      creator.id,
    ])
    const mediaId = await addReadyMedium(fixture.owner(), creator.id, null, { kind: 'video', state: 'processing' })
    await addMediumToMessage(creator, { threadId }, mediaId)
    await sendMedia(creator, { threadId, text: 'When ready', priceMinor: null, clientId: newId() })
    await becomeReady(mediaId)
    return { read: bodies(creator), run }
  },
  ['To all'],
  ['To all', 'When ready'],
)

task(
  'deliver requests whose files are ready',
  async (run) => {
    const { creator, fan } = await aSubscription()
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { kind: 'video' })
    const mediaId = await addReadyMedium(fixture.owner(), creator.id, requestId, { kind: 'video', state: 'processing' })
    await deliverRequest(creator, requestId)
    await becomeReady(mediaId)
    const read = async () =>
      (await fixture.one<{ state: string }>('select state from custom_requests where id = $1', [requestId])).state
    return { read, run }
  },
  'accepted',
  'delivered',
)

job(
  'deliver_mass_message',
  async () => {
    const { creator, massId } = await aStartedMessage()
    return { read: bodies(creator), run: () => runJob('deliver_mass_message', { massId, after: null }) }
  },
  [],
  ['To all'],
)

job(
  'unsend_mass_message',
  async () => {
    const { creator, massId } = await aStartedMessage()
    await runJob('deliver_mass_message', { massId, after: null })
    await unsendMassMessage(creator, massId)
    return { read: bodies(creator), run: () => runJob('unsend_mass_message', { massId, after: null }) }
  },
  ['To all'],
  [''],
)

job(
  'welcome_fan',
  async () => {
    const { creator, fan } = await aSubscription()
    await setWelcome(creator, { text: 'Welcome', on: true })
    return { read: bodies(creator), run: () => runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id }) }
  },
  [],
  ['Welcome'],
)
