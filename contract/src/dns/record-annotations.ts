import { commentOf } from '@nameplane/dns-text/record-text/comments'
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
      const line = lines[lineNumber - 1] ?? ''
      const comment = line.includes(annotationMark) ? `;${commentOf(line) ?? ''}` : ''
      return comment.startsWith(annotationMark) ? readAnnotation(comment.slice(annotationMark.length)) : nothingSaid
    },
  }
}

function readAnnotation(comment: string): RecordAnnotation | null {
  try {
    const read = RecordAnnotation.safeParse(JSON.parse(comment))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
