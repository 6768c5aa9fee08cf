import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { setAlerts } from '#app/domain/follows/set-alerts.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { setLike } from '#app/domain/likes/set-like.server.ts'
import { countPostViews, saveCountedViews } from '#app/domain/posts/count-views.server.ts'
import { createPoll } from '#app/domain/polls/create-poll.server.ts'
import { vote } from '#app/domain/polls/vote.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { DEMO_CREATORS, DEMO_DOMAIN, DEMO_FANS } from './people.ts'

/** The newest posts of each creator, on which fans look most. */
const POSTS = 3
const COMMENTS = [
  'This made my evening.',
  'The light in this one!',
  'When is the next one?',
  'Greetings from Jinja.',
  'I have watched it three times.',
] as const
const REPLIES = ['Thank you, that means a lot.', 'On Friday, as always.'] as const
const POLL = {
  creator: `amina@${DEMO_DOMAIN}`,
  question: 'Which song for Friday?',
  options: ['The slow one', 'The fast one', 'Something new'],
  openHours: 14 * 24,
}

/** Views, likes, comments with replies, a poll with votes and what a fan wants to hear of, by the commands that people use. */
export async function settleEngagement(ids: ReadonlyMap<string, string>): Promise<void> {
  const fans = await entitledFans(ids)
  const visible = DEMO_CREATORS.filter((creator) => creator.status === 'visible')
  for (const [place, { email }] of visible.entries()) {
    const creator = (await findPerson(ids.get(email)!))!
    const posts = await newestPosts(creator.id)
    for (const [nth, postId] of posts.entries()) {
      const liking = fans.filter((_, index) => (index * 7 + place + nth * 3) % 5 < 3 - nth)
      for (const fan of liking) await setLike(fan, postId, true)
    }
    // Every third creator is talked with, so that empty pages can be seen, too.
    if (posts[0] && place % 3 === 0) await talk(creator, posts[0], fans, place)
    if (email === POLL.creator && posts[0]) await ask(posts[0], fans)
    await look(creator.id, fans)
    const [brian] = fans
    if (place === 0 && brian) await setAlerts(brian, creator.id, { posts: true, live: true })
  }
  await saveCountedViews()
}

/** What is open to pass holders was seen by most of them, and a sold post by everybody who bought it. */
async function look(creatorId: string, fans: readonly Person[]): Promise<void> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'audience'])
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'published')
    .where('id', 'not in', (query) => query.selectFrom('post_view_days').select('post_id'))
    .orderBy('id')
    .execute()
  for (const [nth, { id, audience }] of posts.entries()) {
    const viewers = audience === 'pay_to_unlock' ? await buyersOf(id) : fans.map((fan) => fan.id)
    for (const [index, viewer] of viewers.entries())
      if (audience === 'pay_to_unlock' || (index + nth) % 4 > 0) countPostViews(viewer, [id])
  }
}

async function buyersOf(postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entitlements')
    .select('account_id')
    .where('grants', '=', 'post')
    .where('object_id', '=', postId)
    .execute()
  return rows.map((row) => row.account_id!)
}

/** Those with a pass, Brian first. */
async function entitledFans(ids: ReadonlyMap<string, string>): Promise<Person[]> {
  const entitled = DEMO_FANS.filter((fan) => fan.pass === 'running' || fan.pass === 'granted')
  const people = await Promise.all(entitled.map((fan) => findPerson(ids.get(fan.email)!)))
  return people.filter((person) => person !== null)
}

async function newestPosts(creatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'published')
    .where('audience', '!=', 'pay_to_unlock')
    .where('expires_at', 'is', null)
    .orderBy('published_at', 'desc')
    .limit(POSTS)
    .execute()
  return rows.map((row) => row.id)
}

async function talk(creator: Person, postId: string, fans: readonly Person[], place: number): Promise<void> {
  for (const [nth, text] of COMMENTS.slice(0, 2 + (place % 4)).entries()) {
    const fan = fans[(place + nth * 2) % fans.length]!
    // A build that was interrupted writes nothing twice.
    const written = await addComment(fan, { postId, text, attempt: `demo ${postId} ${nth}` })
    if (!written.ok || nth >= REPLIES.length) continue
    const { commentId: replyTo } = written.value
    await addComment(creator, { postId, text: REPLIES[nth]!, attempt: `demo ${postId} ${nth}`, replyTo })
  }
}

async function ask(postId: string, fans: readonly Person[]): Promise<void> {
  const asked = await db.selectFrom('polls').select('post_id').where('post_id', '=', postId).executeTakeFirst()
  if (!asked) await inTransaction((tx) => createPoll(tx, postId, { ...POLL, options: [...POLL.options] }))
  // Brian has not voted yet: his page shows the poll open.
  for (const [index, fan] of fans.slice(1).entries()) await vote(fan, postId, index % 5 === 0 ? 2 : index % 2)
}
