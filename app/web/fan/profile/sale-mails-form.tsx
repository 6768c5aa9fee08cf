import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SelectField } from '#app/ui/field.tsx'

type SaleMails = { from: string; steps: readonly { value: string; text: string }[] }

/** From which price on a creator is mailed about a sale. */
export function SaleMailsForm({ sales }: { sales: SaleMails }) {
  return (
    <Card padded>
      <form method="post" action={to.saleMails} className="stack stack-8">
        <h2 className="text-h3">Mails about sales</h2>
        <p className="text-muted">
          Also about your first tip, your first unlock and your first subscriber. All sales are in your list on Peach.
        </p>
        <SelectField label="Mail me" name="from" id="sales-from" defaultValue={sales.from}>
          {sales.steps.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          <option value="">About no sale</option>
        </SelectField>
        <Button>Save mails about sales</Button>
      </form>
    </Card>
  )
}
