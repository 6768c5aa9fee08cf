import { initialOf } from '#app/platform/graphemes.ts'
import { joinClasses } from './join-classes.ts'

export type AvatarSize = 28 | 32 | 40 | 48 | 56 | 64 | 80 | 88

type AvatarProps = {
  name: string
  src?: string | null
  size?: AvatarSize
  /** A ring in the page colour, for an avatar that overlaps a picture or another avatar. */
  bordered?: boolean
  className?: string
}

/** A person's picture, or the initials. The name is beside it, so screen readers skip the picture. */
export function Avatar({ name, src, size = 40, bordered = false, className }: AvatarProps) {
  const classes = joinClasses('avatar', `avatar-${size}`, bordered && 'avatar-bordered', className)
  if (!src) {
    return (
      // Browsers of another age may draw the line between two characters elsewhere than the server.
      <span className={joinClasses(classes, 'avatar-initials')} aria-hidden="true" suppressHydrationWarning>
        {initialsOf(name)}
      </span>
    )
  }
  return <img className={classes} src={src} width={size} height={size} alt="" loading="lazy" decoding="async" />
}

/** Up to two initials, in capitals. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s_]+/).filter(Boolean)
  return parts.slice(0, 2).map(initialOf).join('') || '?'
}

/** Overlapping avatars; `label` names the people for screen readers. */
export function AvatarStack({
  people,
  size = 48,
  label,
}: {
  people: { name: string; src?: string | null }[]
  size?: AvatarSize
  label?: string
}) {
  return (
    <span className="avatar-stack" role={label ? 'img' : undefined} aria-label={label}>
      {people.map((person, index) => (
        <Avatar key={index} name={person.name} src={person.src} size={size} bordered />
      ))}
    </span>
  )
}
