import type { NamedPerson } from '#app/domain/releases/queries.server.ts'
import type { ReviewReason } from '#app/domain/posts/policy.ts'
import { askAgainProblem, RELEASE_LIMITS, shownState } from '#app/domain/releases/release.ts'
import { showDate } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'

const STATES: Record<ReturnType<typeof shownState>, Status> = {
  asked: { tone: 'warning', icon: 'hourglass', text: 'Waiting' },
  signed: { tone: 'success', icon: 'circle-check', text: 'Signed' },
  outdated: { tone: 'warning', icon: 'refresh-cw', text: 'Signs again' },
  declined: { tone: 'danger', icon: 'circle-x', text: 'Declined' },
  withdrawn: { tone: 'danger', icon: 'circle-x', text: 'Withdrawn' },
}

/** A person who is named in a post, as the creator of the post sees them. */
export function personLine(person: NamedPerson) {
  const state = shownState(person)
  return {
    id: person.id,
    name: person.username === null ? person.name : `${person.name}, @${person.username}`,
    status: STATES[state],
    about: aboutOf(person, state),
    outside: person.username === null,
    mayAskAgain: state !== 'signed' && askAgainProblem(person) === null,
  }
}
export type PersonLine = ReturnType<typeof personLine>

function aboutOf(person: NamedPerson, state: ReturnType<typeof shownState>): string {
  if (state === 'outdated') return 'The files have changed since the signature'
  if (state === 'asked' && person.username === null)
    return person.linkEndsAt ? `The link works until ${showDate(person.linkEndsAt)}` : 'No link works now'
  return person.answeredAt ? showDate(person.answeredAt) : 'Asked on Peach'
}

/** The question of who is shown, in the composer and in the wizard. */
export const SHOWN_TEXTS = {
  statement: 'By posting you state that everybody shown is 18 or older and has agreed.',
  onlyMe: 'Only me, or nobody',
  withOthers: 'Somebody else is in this',
} as const

const CHANGED = 'This post was sent before, so the names stay. Take it back to your drafts to change them.'
export const PEOPLE_REFUSALS = {
  name_missing: 'Write the name that you call them by',
  no_such_creator: 'No creator on Peach has this username',
  yourself: 'You are the creator of this post. Name only the others',
  named_already: 'This person is named already',
  too_many: `You can name ${RELEASE_LIMITS.people} people in a post, and ask ${RELEASE_LIMITS.asksPerHour} times an hour`,
  declined_already: 'This person did not agree, and is not asked again. Take the post back and change its files',
  asked_often: `This person was asked ${RELEASE_LIMITS.asksAgain + 1} times already`,
  signed_already: 'This person has signed meanwhile. Nothing has to be asked again',
  not_yours: 'This is not your post.',
  not_active: 'You can change posts while your account is active.',
  post_is_submitted: CHANGED,
  post_is_over: CHANGED,
} as const

/** What a post waits for, as its creator reads it. Which removed photo one looks like stays with our reviewers. */
export function waitTexts(reasons: readonly ReviewReason[]): string[] {
  const texts = reasons.map((reason) => WAITS[reason])
  return [...new Set(texts)]
}

const WAITS: Record<ReviewReason, string> = {
  person_declined: 'Somebody did not agree to be shown in a file of it. Take the post back and change its files.',
  missing_release: 'Waiting for a release: somebody who is named has not signed yet.',
  new_creator: 'A person looks at your first posts before fans see them.',
  flagged: 'A person looks at your posts before fans see them.',
  blocked_match: 'A person compares a photo with one that was removed before.',
  not_compared: 'A person compares a photo with one that was removed before.',
}
