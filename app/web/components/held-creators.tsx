import { Avatar } from '#app/ui/avatar.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { Section } from '#app/ui/section.tsx'
import type { HeldRow } from './held-row.ts'

/** The creators whose pages are open to this fan, each until a day. */
export function HeldCreators({ rows }: { rows: readonly HeldRow[] }) {
  return (
    <Section id="held" title="Open to you" gap="stack-8">
      <Card rows as="ul">
        {rows.map(({ id, name, src, href, until }) => (
          <li key={id}>
            <ListRow
              href={href}
              leading={<Avatar name={name} src={src} size={48} />}
              title={name}
              isName
              meta={`Until ${until}`}
            />
          </li>
        ))}
      </Card>
    </Section>
  )
}
