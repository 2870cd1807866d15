/** What the customer asked for, as they typed it. */
export const Wishes = ({ title, text }: { title: string; text: string }) => (
  <section className="rounded-lg border border-line bg-raised p-5 sm:p-6">
    <h2 className="text-lg">{title}</h2>
    <p className="measure mt-2 text-sm whitespace-pre-line text-muted">{text}</p>
  </section>
)
