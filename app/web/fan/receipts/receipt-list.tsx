import { Card, ListRow } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import type { ReceiptRowData } from './receipt-row.ts'

/** The person's payments, newest first, each with its status. */
export function ReceiptList({ receipts }: { receipts: readonly ReceiptRowData[] }) {
  if (receipts.length === 0) return <p className="text-secondary">No payments yet.</p>
  return (
    <Card rows as="ul">
      {receipts.map((receipt) => (
        <li key={receipt.key}>
          <ListRow
            plain
            href={receipt.href}
            title={receipt.title}
            meta={receipt.meta}
            trailing={
              <span className="stack stack-4 receipt-end">
                <span className="money" translate="no">
                  {receipt.price}
                </span>
                <Chip small tone={receipt.tone}>
                  {receipt.word}
                </Chip>
              </span>
            }
          />
        </li>
      ))}
    </Card>
  )
}
