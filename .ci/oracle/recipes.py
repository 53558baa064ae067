"""What makes random rules of the verbs: a function for each, by its name.

A recipe is given the author of the rule, the root of a sample and a scope in it, and gives the
rule without `in` and `when`, or None where the scope has nothing that suits the verb.
"""

RECIPES = {}
TEXT, NUMBER, ARRAY, OBJECT = ["string"], ["number"], ["array"], ["object"]
EXISTS = ["keep", "keep", "keep", "overwrite", "overwrite", "fail"]


def recipe(verb):
    def register(function):
        RECIPES[verb] = function
        return function

    return register


def in_place(verb, kinds, options):
    """Registers a verb that changes what it matches, with a function for its options."""
    def make(author, root, scope):
        path = author.many(root, scope, kinds)
        return path and {verb: path, **options(author)}

    RECIPES[verb] = make


def pairs(author, make_pair):
    """One pair or several, as far as they can be made."""
    made = [make_pair() for _ in range(author.draw.choice([1, 1, 1, 2, 2, 3]))]
    return dict(pair for pair in made if pair and pair[0])
