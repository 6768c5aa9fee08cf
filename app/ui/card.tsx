import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import type { Tone } from './chip.tsx'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | 'ul' | 'dl'
  /** 16 px inside. */
  padded?: boolean
  /** The smaller radius of 16. */
  tile?: boolean
  /** Children are rows with thin lines between them. */
  rows?: boolean
  className?: string
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** A surface with a thin border and no shadow. */
export function Card({
  as: Element = 'div',
  padded = false,
  tile = false,
  rows = false,
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <Element
      {...rest}
      className={joinClasses('card', padded && 'card-padded', tile && 'card-tile', rows && 'card-rows', className)}
    >
      {children}
    </Element>
  )
}

type GlyphProps = { icon: IconName; tone?: Tone; round?: boolean; large?: boolean }

/** An icon on a soft tile of 44 px (72 when large). */
export function Glyph({ icon, tone = 'accent', round = false, large = false }: GlyphProps) {
  return (
    <span className={joinClasses('glyph', `glyph-${tone}`, round && 'glyph-round', large && 'glyph-large')}>
      <Icon name={icon} size={large ? 32 : 24} />
    </span>
  )
}

type ListRowProps = {
  href?: string
  /** A Glyph, an Avatar or a thumbnail. */
  leading?: ReactNode
  title: ReactNode
  /** The title is somebody's name, which translators of pages leave alone. */
  isName?: boolean
  meta?: ReactNode
  trailing?: ReactNode
  /** A sum, in place of `trailing`: on a phone it is beside the title, and the line of detail has the width of both. */
  sum?: ReactNode
  className?: string
  /** A link without the chevron. */
  plain?: boolean
}

/** A row of 64 px: picture, title, a line of detail, something at the end. A chevron marks rows that are links. */
export function ListRow(props: ListRowProps) {
  const { href, leading, title, isName, meta, sum, trailing = sum, className, plain = false } = props
  const inside = (
    <>
      {leading}
      <span className="list-row-text">
        <span className="text-h3" translate={isName ? 'no' : undefined}>
          {title}
        </span>
        {meta && <span className="text-muted">{meta}</span>}
      </span>
      {trailing && <span className="list-row-trailing">{trailing}</span>}
      {href && !plain && <Icon name="chevron-right" size={20} />}
    </>
  )
  const classes = joinClasses('list-row', Boolean(meta && sum) && 'list-row-sum', className)
  return href ? (
    <a className={classes} href={href}>
      {inside}
    </a>
  ) : (
    <div className={classes}>{inside}</div>
  )
}

type Fact = { icon: IconName; tone?: Tone; title: string; meta: string; href?: string }

/** A card of rows, each an icon, a title and a line of detail; a row with an address is a link. */
export function FactRows({ facts }: { facts: readonly Fact[] }) {
  return (
    <Card rows as="ul">
      {facts.map(({ icon, tone = 'neutral', ...row }) => (
        <li key={row.title}>
          <ListRow {...row} leading={<Glyph icon={icon} tone={tone} />} />
        </li>
      ))}
    </Card>
  )
}
