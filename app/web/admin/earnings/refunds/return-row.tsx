import { ListRow } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'

type ReturnRowProps = {
  row: { href: string; title: string; about: string; amount: string }
  state: { text: string; tone: Tone; icon: IconName }
}

/** A refund or chargeback in a list: its product, amount and status. */
export function ReturnRow({ row, state }: ReturnRowProps) {
  return (
    <ListRow
      href={row.href}
      title={row.title}
      meta={row.about}
      trailing={
        <span className="refund-end">
          <span className="money">{row.amount}</span>
          <Chip small tone={state.tone} icon={state.icon}>
            {state.text}
          </Chip>
        </span>
      }
    />
  )
}
