import {
  CHANNELS,
  type Channel,
  type Preference,
  type Topic,
  TOPIC_NAMES,
  TOPICS,
  topicOf,
} from '#app/domain/events/topics.ts'
import { workingOnly } from '#app/domain/settings/features.ts'

export type StoredChoice = { kind: string; channel: string; wanted: boolean }
export type Choice = { wanted: boolean; always: boolean }
export type TopicChoices = { kind: Topic } & Record<Channel, Choice>

/** The topics that a person can get at all: for their kind of account, of what works. */
export function topicsFor(userType: string): Topic[] {
  return TOPIC_NAMES.filter(
    (topic) => workingOnly([TOPICS[topic]]).length > 0 && (userType === 'creator' || !TOPICS[topic].creatorsOnly),
  )
}

/** What applies to a topic on a channel: what can't be switched off, then what was chosen, then the standard. */
function choiceOf(topic: Topic, channel: Channel, stored: readonly StoredChoice[]): Choice {
  const { always, standard } = TOPICS[topic]
  if (always.includes(channel)) return { wanted: true, always: true }
  const chosen = stored.find((row) => row.kind === topic && row.channel === channel)
  return { wanted: chosen?.wanted ?? standard[channel], always: false }
}

export function choicesInForce(userType: string, stored: readonly StoredChoice[]): TopicChoices[] {
  return topicsFor(userType).map((kind) => ({
    kind,
    in_app: choiceOf(kind, 'in_app', stored),
    email: choiceOf(kind, 'email', stored),
    push: choiceOf(kind, 'push', stored),
  }))
}

/** Whether a person wants an event on a channel. */
export function isWanted(preference: Preference, channel: Channel, stored: readonly StoredChoice[]): boolean {
  const topic = topicOf(preference)
  return topic === null || choiceOf(topic, channel, stored).wanted
}

/** The name of a choice in a form. */
export function choiceField(kind: Topic, channel: Channel): string {
  return `${kind}-${channel}`
}

export type NewChoice = { kind: Topic; channel: Channel; wanted: boolean }

/** The choices in a submitted form: a box that isn't ticked isn't sent. Choices that can't be changed are left out. */
export function choicesOfForm(userType: string, ticked: ReadonlySet<string>): NewChoice[] {
  return topicsFor(userType).flatMap((kind) =>
    CHANNELS.filter((channel) => !TOPICS[kind].always.includes(channel)).map((channel) => ({
      kind,
      channel,
      wanted: ticked.has(choiceField(kind, channel)),
    })),
  )
}
