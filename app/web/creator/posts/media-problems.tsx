import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'

export type MediaProblem = { mediaId: string; title: string; reason: string; retry: boolean }

/** What of a post could not be prepared, and why; where only our work failed, its creator may have it tried again. */
export function MediaProblems({ problems, action }: { problems: readonly MediaProblem[]; action: string }) {
  return problems.map(({ mediaId, title, reason, retry }) => (
    <Banner
      key={mediaId}
      tone="danger"
      title={title}
      action={
        retry && (
          <form method="post" action={action}>
            <input type="hidden" name="medium" value={mediaId} />
            <Button size="small">Try again</Button>
          </form>
        )
      }
    >
      {reason}
    </Banner>
  ))
}
