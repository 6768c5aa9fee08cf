/** The first link that the Tab key reaches: it skips the header. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  )
}
