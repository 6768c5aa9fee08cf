import { LinkButton } from '#app/ui/button.tsx'

type OlderLinksProps = { what: string; newestHref: string | null; olderHref: string | null }

/** The ways to the other pages of a list. */
export function OlderLinks({ what, newestHref, olderHref }: OlderLinksProps) {
  return (
    <>
      {newestHref && (
        <LinkButton wide variant="quiet" href={newestHref}>
          {`Newest ${what}`}
        </LinkButton>
      )}
      {olderHref && (
        <LinkButton wide href={olderHref}>
          {`Older ${what}`}
        </LinkButton>
      )}
    </>
  )
}
