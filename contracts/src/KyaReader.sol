// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";

/// @title All that a KYA verdict needs, in one call and from one block
/// @dev Never deployed. A client sends the creation code with its arguments as an `eth_call` without a
/// recipient, and reads the answer where the code of the new contract would be. So a verdict and the words of
/// the parties never come from two blocks, and no further contract has to be trusted at an address.
///
/// The answer is empty if there is no contract at the registry's address; else, ABI-encoded: the block's
/// time, whether the wallet is registered, its record, the consents of wallet, Haftungsperson and parent, the
/// refusals of Haftungsperson and parent, and the number of the agent in whose entry the wallet was replaced. Of
/// a wallet that is not registered all but the time and that number is zero.
contract KyaReader {
    constructor(IRegistry registry, address wallet) {
        bytes memory answer;
        if (address(registry).code.length != 0) answer = _answer(registry, wallet);
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }

    function _answer(IRegistry registry, address wallet) private view returns (bytes memory) {
        IRegistry.Agent memory agent;
        bool[3] memory consents;
        bool[2] memory refusals;
        bool isRegistered = registry.isRegistered(wallet);
        if (isRegistered) {
            agent = registry.getAgentByWallet(wallet);
            (consents[0], consents[1], consents[2]) = registry.consents(agent.agentId);
            (refusals[0], refusals[1]) = registry.refusals(agent.agentId);
        }
        return abi.encode(block.timestamp, isRegistered, agent, consents, refusals, registry.retiredWallet(wallet));
    }
}
