"""
Which character must stand at the end of a number, so that a slip of the pen is seen?

Each function takes the characters before the check character, without hyphens, and gives it.
"""

from __future__ import annotations

_DIGITS = "0123456789"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mod_11(digits: str) -> str:
    """
    Return the check digit of a number weighted from ``len(digits) + 1`` down to 2: ISBN-10 and ISSN.

    Example:
        >>> mod_11("048627557"), mod_11("0167642")
        ('4', '3')

    Source:
        ISO 2108:1992 (ISBN-10); ISO 3297 Annex A (ISSN).
    """
    total = sum(weight * int(digit) for weight, digit in zip(range(len(digits) + 1, 1, -1), digits, strict=True))
    return (_DIGITS + "X")[-total % 11]


def mod_10(digits: str) -> str:
    """
    Return the check digit of a number weighted 3, 1, 3 … from its right: ISBN-13, GTIN and the other keys of GS1.

    Example:
        >>> mod_10("978048627557"), mod_10("1061414112345")
        ('4', '9')

    Source:
        GS1 General Specifications §7.9.
    """
    return _DIGITS[-sum((1 if place % 2 else 3) * int(digit) for place, digit in enumerate(reversed(digits))) % 10]


def mod_37_36(characters: str) -> str:
    """
    Return the check character of upper-case letters and digits: ISAN and EIDR.

    Example:
        >>> mod_37_36("000000009E590000"), mod_37_36("000000009E59000000000000")
        ('O', '2')

    Source:
        ISO/IEC 7064, hybrid system MOD 37,36.
    """
    product = 36
    for character in characters:
        product = 2 * ((product + _ALPHABET.index(character)) % 36 or 36) % 37
    return _ALPHABET[(1 - product) % 36]
