import { Card, ListRow } from '#app/ui/card.tsx'
import type { saleRow } from './payout-rows.ts'

/** Sales whose money cleared, with their references. */
export function SaleRows({ sales }: { sales: readonly ReturnType<typeof saleRow>[] }) {
  return (
    <Card rows as="ul">
      {sales.map((sale) => (
        <li key={sale.id}>
          <ListRow
            title={sale.title}
            meta={sale.meta}
            sum={
              <span className="money" translate="no">
                {sale.amount}
              </span>
            }
          />
        </li>
      ))}
    </Card>
  )
}
