/** Says that nothing reaches the server now. `watchNetwork` shows it; the region is there from the start, for screen readers. */
export function NetworkNote() {
  return (
    <div role="status" className="network-note">
      <p>No connection. What you see may have changed.</p>
    </div>
  )
}
