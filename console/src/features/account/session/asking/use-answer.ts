import { useEffect, useState } from 'react'

/** What the server answers to one question before a form can be drawn; null until it does. */
export function useAnswer<Question, Answer>(ask: (question: Question) => Promise<Answer>, question: Question): Answer | null {
  const [given, setGiven] = useState<{ question: Question; answer: Answer } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void ask(question).then((answer) => isCurrent && setGiven({ question, answer }))
    return () => {
      isCurrent = false
    }
  }, [ask, question])
  return given !== null && given.question === question ? given.answer : null
}
