import { joinClasses } from './join-classes.ts'
import spriteUrl from './icons/sprite.svg?url'
import type { IconName } from './icons/names.ts'

export type { IconName }

type IconProps = {
  name: IconName
  /** Edge in CSS pixels; 24 beside text of 16, 20 in lists, 16 or 14 in chips. */
  size?: 14 | 16 | 20 | 24 | 32
  filled?: boolean
  className?: string
}

/** One icon of the sprite. It is always decoration: the text beside it, or the label of its button, gives the meaning. */
export function Icon({ name, size = 24, filled = false, className }: IconProps) {
  const classes = joinClasses('icon', size < 20 && 'icon-fine', filled && 'icon-filled', className)
  return (
    <svg className={classes} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
