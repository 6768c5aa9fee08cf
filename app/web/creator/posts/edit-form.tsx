import { useRef, useState } from 'react'
import { Form } from 'react-router'
import { toDashboard } from '#app/dashboard-links.ts'
import { Button, IconLink } from '#app/ui/button.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { MediaProblems } from './media-problems.tsx'
import { MediaTiles } from './media-tiles.tsx'
import { MoreFields, PostFields } from './post-fields.tsx'
import { chosenIn } from './chosen.ts'
import type { Route } from './+types/edit'

type ComposerPage = Route.ComponentProps['loaderData']

/** The form of a submitted post: its texts, its audience and its price. */
export function EditForm({ page, answer }: { page: ComposerPage; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const values = answer?.values ?? page.values
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState(values)
  return (
    <div className="container container-narrow composer">
      <header className="composer-head">
        <h1 className="text-h1">Edit post</h1>
        <IconLink icon="x" label="Close" href={toDashboard.ownPost(page.id)} />
      </header>
      <Form
        method="post"
        className="stack stack-16"
        noValidate
        ref={form}
        onInput={() => form.current && setChosen(chosenIn(form.current))}
      >
        <FormErrorSummary answer={answer} />
        <input type="hidden" name="version" value={value('version', String(page.version))} />
        {page.media.length > 0 && (
          <MediaTiles
            tiles={page.media}
            cover={values.cover}
            teaser={values.teaser}
            isPublic={chosen.audience === 'public'}
          />
        )}
        <MediaProblems problems={page.problems} />
        <PostFields {...page} values={values} chosen={chosen} error={error} />
        <MoreFields values={values} error={error} media={page.media} today={page.today} draft={false} />
        <p className="text-secondary">
          A new price is for the next buyers. Who has bought this post keeps it. A post that was bought can be opened to
          more people, not to fewer.
        </p>
        <StickyFoot>
          <Button variant="primary" wide>
            Save
          </Button>
        </StickyFoot>
      </Form>
    </div>
  )
}
