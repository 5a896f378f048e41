// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ForwardingBase} from "../base/ForwardingBase.sol";

/// @title People with keys, and a source of choices
/// @dev Anyone may come to play any part: the same people are owners, regulators, wallets, creators,
/// Haftungspersonen and strangers, by turns and at once.
abstract contract Actors is ForwardingBase {
    uint256 private constant FOUNDERS = 10;

    mapping(address => uint256) internal keyOf;
    address[] private _people;
    uint256 private _entropy;

    /// @dev Everything that an operation chooses follows from the one number that the runner gives it.
    modifier choosingBy(uint256 seed) {
        _entropy = seed;
        _;
    }

    constructor() {
        for (uint256 i = 0; i < FOUNDERS; ++i) newcomer();
    }

    function people() external view returns (address[] memory) {
        return _people;
    }

    /// @dev An account that has not been seen before.
    function newcomer() internal returns (address) {
        Actor memory actor = actorOf(uint256(keccak256(abi.encode("actor", _people.length))));
        keyOf[actor.addr] = actor.key;
        _people.push(actor.addr);
        return actor.addr;
    }

    function founder(uint256 index) internal view returns (address) {
        return _people[index];
    }

    function anyone() internal returns (address) {
        return _people[choose(_people.length)];
    }

    /// @dev A number below `options`.
    function choose(uint256 options) internal returns (uint256) {
        _entropy = uint256(keccak256(abi.encode(_entropy)));
        return _entropy % options;
    }

    /// @dev True once in so many times.
    function oneIn(uint256 times) internal returns (bool) {
        return choose(times) == 0;
    }

    function someHash() internal returns (bytes32) {
        return keccak256(abi.encode(choose(8)));
    }
}
