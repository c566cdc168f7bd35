/** Of the element that holds all of the feedback dialog: a capture leaves it out. */
export const feedbackRootId = 'feedback-root'
