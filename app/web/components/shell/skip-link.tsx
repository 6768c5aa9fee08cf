/** The first thing that the Tab key reaches: past the header, to the content. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  )
}
