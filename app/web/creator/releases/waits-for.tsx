import { toDashboard } from '#app/dashboard-links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PeopleList } from './people-list.tsx'
import type { PersonLine } from './texts.ts'

type WaitsForProps = { postId: string; waitsFor: readonly string[]; people: readonly PersonLine[] }

/** What a submitted post waits for, and the people who are named in it. */
export function WaitsFor({ postId, waitsFor, people }: WaitsForProps) {
  return (
    <>
      {waitsFor.map((text) => (
        <Banner key={text} tone="warning" icon="hourglass">
          {text}
        </Banner>
      ))}
      {people.length > 0 && (
        <Card padded className="stack stack-8">
          <h2 className="text-h2">Who is shown beside you</h2>
          <PeopleList people={people} />
          <span>
            <LinkButton size="small" href={toDashboard.postPeople(postId)}>
              See the releases
            </LinkButton>
          </span>
        </Card>
      )}
    </>
  )
}
