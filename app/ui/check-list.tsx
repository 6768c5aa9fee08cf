import { Icon, type IconName } from './icon.tsx'

type CheckListProps = {
  items: readonly string[]
  icon?: IconName
  label?: string
  /** In two columns where there is room. */
  wide?: boolean
}

/** Short facts, each with a tick. */
export function CheckList({ items, icon = 'check', label, wide = false }: CheckListProps) {
  return (
    <ul className={wide ? 'check-list check-list-2' : 'check-list'} aria-label={label}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={icon} size={20} />
          {item}
        </li>
      ))}
    </ul>
  )
}
