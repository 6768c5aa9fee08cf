import { StatusChip } from '#app/ui/chip.tsx'
import type { PersonLine } from './texts.ts'

/** The people who are named in a post, with what each of them has answered. */
export function PeopleList({ people }: { people: readonly PersonLine[] }) {
  return (
    <ul className="stack stack-8">
      {people.map((person) => (
        <li key={person.id} className="row row-between">
          <span className="text-body">{person.name}</span>
          <StatusChip status={person.status} small />
        </li>
      ))}
    </ul>
  )
}
