import { oneLine } from '#app/platform/plain-text.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'

/** The icons that a line of a plan may have, with the labels of the choice. */
export const FEATURE_ICONS = {
  'lock-open': 'Open lock',
  'message-circle': 'Chat',
  video: 'Video',
  sparkles: 'Sparkles',
  phone: 'Call',
  images: 'Pictures',
  radio: 'Live',
  heart: 'Heart',
  'calendar-days': 'Calendar',
  'badge-check': 'Verified',
  'shield-check': 'Shield',
  users: 'People',
  ticket: 'Ticket',
  mic: 'Voice',
  bell: 'Bell',
  check: 'Tick',
} as const

export type FeatureIcon = keyof typeof FEATURE_ICONS
export type FeatureProblems = { text?: string; icon?: string }

const MAX_TEXT_LENGTH = 60
/** Lines of one plan, shown or not. */
export const MOST_FEATURES = 12

export function isFeatureIcon(text: string): text is FeatureIcon {
  return Object.hasOwn(FEATURE_ICONS, text)
}

/** A typed line of a plan, or its problems. */
export function readFeature(typed: {
  text: string
  icon: string
}): { ok: true; text: string; icon: FeatureIcon } | { ok: false; problems: FeatureProblems } {
  const problems: FeatureProblems = {}
  const text = oneLine(typed.text)
  if (text === '' || countGraphemes(text) > MAX_TEXT_LENGTH) problems.text = `Enter 1 to ${MAX_TEXT_LENGTH} characters`
  if (!isFeatureIcon(typed.icon)) problems.icon = 'Choose an icon from the list'
  return Object.keys(problems).length > 0
    ? { ok: false, problems }
    : { ok: true, text, icon: typed.icon as FeatureIcon }
}
