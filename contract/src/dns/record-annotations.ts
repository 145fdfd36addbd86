import { endOfQuoted } from '@nameplane/dns-text/tokens'
import { RecordAnnotation } from './record.ts'

/*
 * What a zone file has no words for (lines, weights, remarks, paused records) is in comments that BIND skips
 * (docs/decisions/zone-file-annotations.md):
 *   www 600 IN A 192.0.2.1 ; nameplane: {"weight":5,"remark":"…"}
 *   ;nameplane-record www 600 IN A 192.0.2.2 ; nameplane: {"line":"telecom"}
 */

/** In front of the annotation of a record. */
export const annotationMark = '; nameplane: '
/** In front of a record that the default line does not answer. */
export const recordMark = ';nameplane-record '

/** What is said of a record beyond its data; null where that cannot be read. */
export type AnnotationAt = (lineNumber: number) => RecordAnnotation | null

export const nothingSaid: RecordAnnotation = { line: 'default', status: 1, remark: '' }

/** A zone file in which all records are plain ones, and what its comments say of them. */
export function annotationAt(text: string): { plain: string; annotation: AnnotationAt } {
  const plain = text.includes(recordMark) ? text.replace(/^;nameplane-record /gm, '') : text
  if (!plain.includes(annotationMark)) return { plain, annotation: () => nothingSaid }
  const lines = plain.split('\n')
  return {
    plain,
    annotation: (lineNumber) => {
      const comment = commentOf(lines[lineNumber - 1] ?? '')
      return comment === null ? nothingSaid : readAnnotation(comment)
    },
  }
}

/** The text of our comment at the end of an entry's line; null when it has none. */
function commentOf(line: string): string | null {
  if (!line.includes(annotationMark)) return null
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (character === '"') {
      const end = endOfQuoted(line, index)
      if (end < 0) return null
      index = end
    } else if (character === '\\') index += 1
    else if (character === ';') return line.startsWith(annotationMark, index) ? line.slice(index + annotationMark.length) : null
  }
  return null
}

function readAnnotation(comment: string): RecordAnnotation | null {
  try {
    const read = RecordAnnotation.safeParse(JSON.parse(comment))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
