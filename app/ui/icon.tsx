import { joinClasses } from './join-classes.ts'
import spriteUrl from './icons/sprite.svg?url'
import type { IconName } from './icons/names.ts'

export type { IconName }

type IconProps = {
  name: IconName
  /** Edge in CSS pixels; 24 beside text of 16, 20 in lists, 16 or 14 in chips. */
  size?: 14 | 16 | 20 | 24 | 32
  className?: string
}

/** One icon of the sprite. It is always decoration: the text beside it, or the label of its button, gives the meaning. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      className={joinClasses('icon', size < 20 && 'icon-fine', className)}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
