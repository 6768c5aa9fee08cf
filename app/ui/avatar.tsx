import { joinClasses } from './join-classes.ts'

export type AvatarSize = 28 | 32 | 40 | 48 | 56 | 64 | 80 | 88

type AvatarProps = {
  name: string
  src?: string | null
  size?: AvatarSize
  /** A ring of the page's colour around it, where it overlaps a picture or another avatar. */
  bordered?: boolean
  className?: string
}

/** A person's picture, or the initials. The name stands beside it, so the picture itself stays silent. */
export function Avatar({ name, src, size = 40, bordered = false, className }: AvatarProps) {
  const classes = joinClasses('avatar', `avatar-${size}`, bordered && 'avatar-bordered', className)
  if (!src) {
    return (
      <span className={joinClasses(classes, 'avatar-initials')} aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  }
  return <img className={classes} src={src} width={size} height={size} alt="" loading="lazy" decoding="async" />
}

/** Up to two first letters, in capitals. */
export function initialsOf(name: string): string {
  const message = name.split(/[\s_]+/).filter(Boolean)
  const letters = message.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0))
  return letters.join('').toUpperCase() || '?'
}

/** Avatars that overlap; `label` says who they are. */
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
