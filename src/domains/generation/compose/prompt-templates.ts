// Prompt templates for events. They name things plainly, so that models that draw fixed words understand each of theirs; a test checks it.

interface PromptTemplate {
  name: string;
  prompt: string;
}

export const promptTemplates: readonly PromptTemplate[] = [
  {
    name: 'Festival poster',
    prompt: 'A guitar and a microphone in a meadow at night, stars and fireworks over the hills',
  },
  {
    name: 'Birthday invitation',
    prompt: 'A cake with candles, three balloons and a wrapped gift in the garden on a sunny day',
  },
  { name: 'Wedding table card', prompt: 'Two rings and a bouquet of roses at sunset' },
  { name: 'Save the date', prompt: 'A calendar and a heart by the sea at dawn' },
  { name: 'Company party', prompt: 'Champagne glasses and confetti over a city at night' },
  { name: 'Photo booth backdrop', prompt: 'Many palm trees and a flamingo on the beach at sunset' },
  { name: 'Menu card', prompt: 'Tomatoes, bread, cheese and a bottle of wine on a meadow' },
  { name: 'Children’s party', prompt: 'A rocket and a robot on the moon, three stars' },
  { name: 'Winter gala', prompt: 'A snowman and pine trees in the snow at night, the moon above' },
  { name: 'Sports day', prompt: 'A soccer ball, a trophy and a medal on a green field under a blue sky' },
  { name: 'Thank-you card', prompt: 'A sunflower and a butterfly on a meadow in the morning' },
  { name: 'Event badge', prompt: 'A camera and a star on a meadow' },
];
