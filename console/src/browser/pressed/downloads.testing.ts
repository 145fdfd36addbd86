import { onTestFinished, vi } from 'vitest'

/** What is handed to the browser's downloads from now on, until the test is finished. */
export function downloads(): File[] {
  const files: File[] = []
  let blob = new Blob([])
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((one) => {
    if (one instanceof Blob) blob = one
    return 'blob:'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(new File([blob], this.download))
  })
  onTestFinished(() => {
    made.mockRestore()
    clicked.mockRestore()
  })
  return files
}
