import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'

export type MediaProblem = { mediaId: string; title: string; reason: string; retry: boolean }

/**
 * What of a post could not be prepared, and why; where only our work failed, its creator may have it tried again. Without `action`
 * the buttons belong to the form around them.
 */
export function MediaProblems({ problems, action }: { problems: readonly MediaProblem[]; action?: string }) {
  return problems.map(({ mediaId, title, reason, retry }) => (
    <Banner
      key={mediaId}
      tone="danger"
      title={title}
      action={
        retry &&
        (action === undefined ? (
          <Button size="small" name="intent" value={`retry:${mediaId}`} formNoValidate>
            Try again
          </Button>
        ) : (
          <form method="post" action={action}>
            <input type="hidden" name="medium" value={mediaId} />
            <Button size="small" name="intent" value={`retry:${mediaId}`}>
              Try again
            </Button>
          </form>
        ))
      }
    >
      {reason}
    </Banner>
  ))
}
